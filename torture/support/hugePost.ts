/** X answers this id with megabytes, in torture:neighbour. */
export const hugePost = '1990000000000000666'
