import type { Meta } from '../schemas/meta'
import { part } from './part'
import { loaderOf } from './requests'

export const metaLoader = part((services) => loaderOf<Meta>(services, (signal) => services.loadMeta(signal)))
