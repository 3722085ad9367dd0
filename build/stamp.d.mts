export const stampFile: string
export const stamp: () => string
export const isBuilt: () => boolean
export declare const inputs: string[]
