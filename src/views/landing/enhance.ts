import type { ActorRefFrom } from 'xstate'
import type { disclosureMachine } from '../../machines/disclosure'

export type MenuRef = ActorRefFrom<typeof disclosureMachine>

/** Gives the landing page's markup its menu and its tabs. `menu` is the running disclosure of the mobile menu. */
export const enhanceLanding = (page: ParentNode, menu: MenuRef): void => {
  driveMenu(page, menu)
  for (const list of page.querySelectorAll<HTMLElement>('[role="tablist"]')) driveTabs(list)
}

const driveMenu = (page: ParentNode, menu: MenuRef): void => {
  const dialog = page.querySelector('dialog')
  const toggle = page.querySelector<HTMLButtonElement>('[data-menu="toggle"]')
  if (!dialog || !toggle) return
  const close = () => menu.send({ type: 'close' })

  toggle.addEventListener('click', () => menu.send({ type: 'toggle' }))
  dialog.addEventListener('close', close)
  dialog.addEventListener('click', ({ target }) => {
    const isBackdrop = target === dialog
    if (isBackdrop || (target instanceof Element && target.closest('a, [data-menu="close"]'))) close()
  })
  menu.subscribe((snapshot) => {
    const open = snapshot.matches('open')
    toggle.setAttribute('aria-expanded', String(open))
    if (open === dialog.open) return
    if (open) dialog.showModal()
    else dialog.close()
  })
}

/** The tabs pattern of the ARIA Authoring Practices: arrows, Home and End select; one tab is in the tab order. */
const driveTabs = (list: HTMLElement): void => {
  const tabs = [...list.querySelectorAll<HTMLElement>('[role="tab"]')]
  const select = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      document.getElementById(tab.getAttribute('aria-controls') ?? '')?.classList.toggle('hidden', !isChosen)
    }
  }
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab))
    tab.addEventListener('keydown', (event) => {
      const next = tabs.at(targets[event.key]?.(index, tabs.length) ?? Number.NaN)
      if (!(event.key in targets) || !next) return
      event.preventDefault()
      select(next)
      next.focus()
    })
  }
}

const targets: Record<string, (from: number, count: number) => number> = {
  ArrowLeft: (from) => from - 1,
  ArrowRight: (from, count) => (from + 1) % count,
  Home: () => 0,
  End: () => -1,
}
