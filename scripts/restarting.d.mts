import type { ChildProcess } from 'node:child_process'

export declare const restarting: (start: () => ChildProcess) => { restart(): void; stop(): void }
