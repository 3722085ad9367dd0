import type { Place } from '../source'

/** Opens a line of the sources in the editor, by what Vite's development server has for that. */
export const SourceLink = ({ place: { file, line }, children }: { place: Place; children: string }) => {
  const address = `/__open-in-editor?file=${encodeURIComponent(`${file}:${line}`)}`
  return (
    <a
      href={address}
      aria-label={`${children} in ${file}:${line}`}
      onClick={(event) => {
        event.preventDefault()
        void fetch(address)
      }}
    >
      {children}
    </a>
  )
}
