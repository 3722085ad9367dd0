import type { ComponentProps } from 'react'
import { cx } from './cx'

const faceKinds = ['wink', 'glasses', 'smile', 'calm', 'wide', 'plain'] as const
export type FaceKind = (typeof faceKinds)[number]

type Shape = 'oval' | 'box' | 'cloud' | 'octagon' | 'drop' | 'pill'
type Eyes = 'wink' | 'glasses' | 'smile' | 'dashes' | 'tall' | 'dots'
type Hue = 'rose' | 'sky' | 'peach' | 'mist' | 'leaf' | 'coral'

const kinds: Record<FaceKind, { shape: Shape; eyes: Eyes; hue: Hue }> = {
  wink: { shape: 'oval', eyes: 'wink', hue: 'rose' },
  glasses: { shape: 'box', eyes: 'glasses', hue: 'sky' },
  smile: { shape: 'cloud', eyes: 'smile', hue: 'peach' },
  calm: { shape: 'octagon', eyes: 'dashes', hue: 'mist' },
  wide: { shape: 'drop', eyes: 'tall', hue: 'leaf' },
  plain: { shape: 'pill', eyes: 'dots', hue: 'coral' },
}

const hues: Record<Hue, { body: string; ink: string }> = {
  rose: { body: '#e8c4da', ink: '#6d2a55' },
  sky: { body: '#a8dce8', ink: '#05414f' },
  peach: { body: '#fbcb98', ink: '#69330f' },
  mist: { body: '#cad5df', ink: '#2b3d4c' },
  leaf: { body: '#cfe3b6', ink: '#35502b' },
  coral: { body: '#f7c2b7', ink: '#7b2b26' },
}

const shapes: Record<Shape, string> = {
  oval: 'M32 5C16.5 5 4 15.5 4 29c0 8.5 4.5 15.5 11 19.6L9 60l15.5-8.1c2.4.5 4.9.7 7.5.7 15.5 0 28-10.3 28-23.6S47.5 5 32 5Z',
  box: 'M13 8h38a9 9 0 0 1 9 9v23a9 9 0 0 1-9 9H27L12 60V49a8.5 8.5 0 0 1-8-9V17a9 9 0 0 1 9-9Z',
  cloud:
    'M24 5c5 0 8 2 10 5 2-2 5-3 8-3 8 0 14 5 14 13 4 3 6 7 5 12-1 7-7 12-15 11-2 6-7 9-13 8-2 0-4-1-5-2L12 61l4-14C8 47 3 42 3 35c0-4 1-7 4-10C5 13 13 5 24 5Z',
  octagon: 'M20 6h24l16 13v20L46 50H28L11 61c-1 .5-2 0-2-1l3-15-8-6V19L20 6Z',
  drop: 'M4 60V32a28 28 0 1 1 28 28H4Z',
  pill: 'M24 9h16a20 20 0 0 1 0 41H28L12 60l2-13A20 20 0 0 1 24 9Z',
}

const Eyes = ({ kind, ink }: { kind: Eyes; ink: string }) => {
  switch (kind) {
    case 'wink':
      return (
        <>
          <circle cx="23" cy="29" r="4.5" fill={ink} />
          <rect x="34" y="26.5" width="15" height="5" rx="2.5" fill={ink} />
        </>
      )
    case 'glasses':
      return (
        <g fill="none" stroke={ink} strokeWidth="3.75">
          <circle cx="23" cy="28.5" r="6.75" />
          <circle cx="41" cy="28.5" r="6.75" />
          <path d="M29.5 28.5h5" />
        </g>
      )
    case 'smile':
      return (
        <path
          d="M17 32c2-6 10-6 12 0M37 32c2-6 10-6 12 0"
          fill="none"
          stroke={ink}
          strokeWidth="4"
          strokeLinecap="round"
        />
      )
    case 'dashes':
      return <path d="M19 28h10M37 28h10" stroke={ink} strokeWidth="4.5" strokeLinecap="round" />
    case 'tall':
      return (
        <g fill={ink}>
          <ellipse cx="23" cy="28" rx="4" ry="6.5" />
          <ellipse cx="42" cy="28" rx="4" ry="6.5" />
        </g>
      )
    case 'dots':
      return (
        <g fill={ink}>
          <circle cx="23" cy="29" r="4" />
          <circle cx="42" cy="29" r="4" />
        </g>
      )
  }
}

export type FaceProps = Omit<ComponentProps<'svg'>, 'viewBox' | 'children'> & {
  kind?: FaceKind
  shape?: Shape
  eyes?: Eyes
  hue?: Hue
}

export const Face = ({ kind = 'plain', shape, eyes, hue, className, ...rest }: FaceProps) => {
  const look = kinds[kind]
  const { body, ink } = hues[hue ?? look.hue]
  return (
    <svg
      {...rest}
      viewBox="0 0 64 64"
      aria-hidden="true"
      className={cx('shrink-0 forced-color-adjust-none', className ?? 'size-8')}
    >
      <path d={shapes[shape ?? look.shape]} fill={body} />
      <Eyes kind={eyes ?? look.eyes} ink={ink} />
    </svg>
  )
}

type FaceLook = { shape: Shape; eyes: Eyes; hue: Hue }

/**
 * The same name always has the same face, one of 216. Shape, eyes and hue come from a hash (FNV-1a over the lowercase
 * characters).
 */
export const faceOf = (name: string): FaceLook => {
  let hash = 0x811c9dc5
  for (const character of name.trim().toLowerCase())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const kindAt = (place: number) => kinds[faceKinds[(hash >>> place) % faceKinds.length] ?? 'plain']
  return { shape: kindAt(0).shape, eyes: kindAt(5).eyes, hue: kindAt(29).hue }
}

export const CharacterFace = ({ name, className }: { name: string; className?: string }) => (
  <Face {...faceOf(name)} className={className} />
)
