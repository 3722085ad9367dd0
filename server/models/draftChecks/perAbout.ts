/** Computes `read` once for all drafts of one request. */
export const perAbout = <About extends object, Read>(read: (about: About) => Read): ((about: About) => Read) => {
  const known = new WeakMap<About, { read: Read }>()
  return (about) => {
    const seen = known.get(about)
    if (seen) return seen.read
    const first = read(about)
    known.set(about, { read: first })
    return first
  }
}
