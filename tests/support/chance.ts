import fc from 'fast-check'

const { TEST_SEED } = process.env

/** Without a seed, in a file that is run by hand, each run draws new values. */
if (TEST_SEED !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(TEST_SEED) })
