import { provided } from '../crud/provided.actors'

/** When this page last saved or moved a media agent, which our server asks X about within seconds. */
export const lastAccountSave = provided(() => ({ at: Number.NEGATIVE_INFINITY }))
