import { Tab as HeadlessTab, TabList as HeadlessTabList } from '@headlessui/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx'
import { segmented } from '../segmented'

export { TabGroup, TabPanel, TabPanels } from '@headlessui/react'

/** Inside `<TabGroup selectedIndex onChange>`; panels may be anywhere in the group. */
export const TabList = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <HeadlessTabList aria-label={label} className={cx(segmented.list, className)}>
    {children}
  </HeadlessTabList>
)

export const Tab = ({
  icon: Icon,
  disabled,
  children,
}: {
  icon?: LucideIcon
  disabled?: boolean
  children: ReactNode
}) => (
  <HeadlessTab disabled={disabled} className={segmented.item}>
    {Icon ? <Icon aria-hidden="true" className="size-4 shrink-0" /> : null}
    {children}
  </HeadlessTab>
)
