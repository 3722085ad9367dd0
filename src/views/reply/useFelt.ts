import { useEffect, useState } from 'react'

const noticed = 100

/** True once a wait has lasted so long (100 ms) that it is felt: one that is over before need not be drawn. */
export const useFelt = (waits: boolean): boolean => {
  const [isFelt, setFelt] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(setFelt, noticed, true)
    return () => {
      clearTimeout(timer)
      setFelt(false)
    }
  }, [waits])
  return waits && isFelt
}
