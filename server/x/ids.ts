/** X's epoch: a post's id holds the milliseconds since then above its 22 lowest bits (X documentation, "X IDs"). */
const epoch = 1_288_834_974_657

/** When the post of this id was made, by X's clock. */
export const postedAt = (id: string): Date => new Date(Number(BigInt(id) >> 22n) + epoch)
