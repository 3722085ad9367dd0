/** Stands in for the polyfills that twitter-text asks for: browsers that the console is built for have it all. */
module.exports = {}
