import type { Place } from '../source'

/** Uses Vite's development server to open a line in the editor. */
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
