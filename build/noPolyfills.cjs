/** Replaces the polyfills that twitter-text imports: all supported browsers have these functions. */
module.exports = {}
