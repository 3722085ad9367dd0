import fc from 'fast-check'

const { TEST_SEED } = process.env

/** Without it, where one file is run by hand, each run draws anew. */
if (TEST_SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(TEST_SEED) })
