/** Lengths are in CSS pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface DrawnState {
  id: string
  key: string
  isFinal: boolean
  isInitial: boolean
  tags: string[]
}

export interface StateBox extends Box {
  state: DrawnState
  isLeaf: boolean
  /** Lines below the state's name: its actions, what it invokes, and what it takes without leaving. */
  notes: Line[]
}

export interface Line {
  text: string
  /** The transition that the line stands for. */
  transition?: string
}

/** One arrow for all transitions between the same two states. */
export interface Arrow {
  id: string
  points: { x: number; y: number }[]
  label: Box & { lines: Line[] }
}

export interface Drawing {
  width: number
  height: number
  /** Parents before children. */
  states: StateBox[]
  arrows: Arrow[]
}
