import { ModelError } from '../models/types'
import { HttpProblem } from '../problems'
import { XError } from '../x/types'

/**
 * Answers what X or the model provider said as our own problem: 404 stays, 429 is ours to wait for (503), anything
 * else is a bad gateway (502). Never 401 or 403: those would be about the operator's session here.
 */
export const orBadGateway = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof XError || error instanceof ModelError)) throw error
    throw new HttpProblem(statusFor(error.status), error.detail)
  }
}

const statusFor = (status: number | undefined): number => {
  if (status === 404) return 404
  return status === 429 ? 503 : 502
}
