import * as z from 'zod/mini'

/** An identifier that the console only passes on: our server sends strings, other providers may send numbers. */
export const opaqueId = z.union([z.string().check(z.minLength(1), z.maxLength(64)), z.int()])

/** An X post id: 1 to 19 digits (X API v2, `PostId`). */
export const postId = z.string().check(z.regex(/^[0-9]{1,19}$/, 'must be 1 to 19 digits'))
