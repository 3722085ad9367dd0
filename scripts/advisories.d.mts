export interface Advisories {
  advisories: { id: string; package: string; fixed: string }[]
}

export interface Locked {
  packages: Record<string, { version?: string; dev?: boolean }>
}

export function isBefore(version: string, other: string): boolean
export function openOf(list: Advisories, lockfile: Locked): string[]
