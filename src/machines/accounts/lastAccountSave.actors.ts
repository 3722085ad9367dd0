import { provided } from '../crud/provided.actors'

/** The last save or move of a media agent in this page, ms since 1970. */
export const lastAccountSave = provided(() => ({ at: Number.NEGATIVE_INFINITY }))
