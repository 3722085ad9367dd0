import { Face, type FaceKind } from '../ui/Face'
import { Logo } from '../ui/Logo'

const rings = [121, 219, 328, 438, 560]

const cast: { kind: FaceKind; x: number; y: number; size: number }[] = [
  { kind: 'wide', x: 287, y: 163, size: 80 },
  { kind: 'plain', x: 585, y: 202, size: 64 },
  { kind: 'calm', x: 17, y: 256, size: 66 },
  { kind: 'wink', x: 510, y: 466, size: 82 },
  { kind: 'smile', x: 134, y: 508, size: 84 },
  { kind: 'glasses', x: 352, y: 718, size: 64 },
]

/** The characters on their orbits around the mark. */
const Orbits = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 700 844" overflow="visible" aria-hidden="true" className={className}>
    <g fill="none" strokeWidth="1.5" className="stroke-night-line">
      {rings.map((radius, index) => (
        <circle key={radius} cx="350" cy="422" r={radius} strokeOpacity={1 - index * 0.13} />
      ))}
    </g>
    <Logo onNight x="286" y="358" width="128" height="128" />
    {cast.map(({ kind, x, y, size }) => (
      <Face key={kind} kind={kind} x={x} y={y} width={size} height={size} />
    ))}
  </svg>
)

export default Orbits
