export declare const tools: string[]
