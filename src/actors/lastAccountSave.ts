import { provided } from './provided'

/** When this page last saved a media agent, whose keys our server asks X about within seconds. */
export const lastAccountSave = provided(() => ({ at: Number.NEGATIVE_INFINITY }))
