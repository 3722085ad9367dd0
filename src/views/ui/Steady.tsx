import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Never becomes lower until somebody types, so that content below does not move when a form is emptied. */
export const Steady = ({ children }: { children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const around = place.current
    const inner = around?.firstElementChild
    if (!around || !inner) return
    let highest = 0
    const keep = (height: number) => {
      highest = height
      around.style.minHeight = `${height}px`
    }
    const sizes = new ResizeObserver(() => {
      if (inner.clientHeight > highest) keep(inner.clientHeight)
    })
    sizes.observe(inner)
    const giveBack = () => keep(inner.clientHeight)
    around.addEventListener('input', giveBack)
    window.addEventListener('resize', giveBack)
    return () => {
      sizes.disconnect()
      around.removeEventListener('input', giveBack)
      window.removeEventListener('resize', giveBack)
    }
  }, [])
  return (
    <div ref={place}>
      <div className="flow-root">{children}</div>
    </div>
  )
}
