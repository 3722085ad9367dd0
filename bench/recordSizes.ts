import { recordSizes } from '../tests/support/bundle'

recordSizes()
