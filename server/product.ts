import { version } from '../package.json'

/** `build`: the first 12 hexadecimal digits of the hash of everything that the build was made from. */
export const product = { version, build: import.meta.env.BUILD ?? 'development' }
