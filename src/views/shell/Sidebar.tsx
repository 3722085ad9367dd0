import { CircleAlert, LogOut, type LucideIcon, PanelLeft, Search } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { Link, useLocation } from 'wouter'
import { ourPages, type Page, placeOf, productName, type Section, sections, settings } from '../../routes'
import { historyPath } from '../../schemas/paths'
import * as words from '../../schemas/shell/shell.words'
import { isOurs } from '../../schemas/system'
import { IconButton } from '../ui/Button'
import { cx } from '../ui/cx'
import { Kbd } from '../ui/Kbd'
import { Logo } from '../ui/Logo'
import { modKey } from '../ui/modKey'
import { useMeta } from './metaContext'
import { consoleScreens } from './screens'
import { ThemeSwitch } from './ThemeSwitch'

export type SidebarProps = {
  narrow: boolean
  attention: number
  onToggle: () => void
  onSearch: () => void
  onReport: () => void
  onApproach?: ((section: Section) => void) | undefined
  onLogout: () => void
  onFollow?: () => void
}

export const Sidebar = ({
  narrow,
  attention,
  onToggle,
  onSearch,
  onReport,
  onApproach,
  onLogout,
  onFollow,
}: SidebarProps) => {
  const [path] = useLocation()
  const { section: current } = placeOf(path)
  const children = isOurs(useMeta()) ? ourPages.filter(({ path }) => placeOf(path).section === current) : []
  const below = cx(
    'flex items-center rounded-md text-sm text-ink-2 transition-colors hover:text-ink aria-current:font-semibold aria-current:text-ink',
    narrow ? 'size-9 justify-center' : 'mb-2 min-h-9 gap-2.5 px-2.25',
  )
  const approach = (page: Page | Section) => {
    void consoleScreens.get(page.path)?.preload()
    if (page.path !== path && 'reads' in page) onApproach?.(page)
  }
  const linkTo = (page: Page | Section) => (
    <Link
      href={page.path}
      onClick={onFollow}
      onPointerEnter={() => approach(page)}
      onFocus={() => approach(page)}
      aria-current={page.path === path ? 'page' : page === current ? 'true' : undefined}
      title={narrow ? page.title('') : undefined}
      className={below}
    >
      <page.icon aria-hidden="true" className="size-4 shrink-0" />
      <span className={narrow ? 'sr-only' : undefined}>{page.title('')}</span>
    </Link>
  )
  return (
    <div
      className={cx(
        'flex h-full flex-col overflow-y-auto',
        narrow ? 'px-1.75 py-4 [scrollbar-width:none] short:py-2' : 'p-5 pb-4 max-md:px-4 short:py-3',
      )}
    >
      <div
        className={cx(
          'mb-6 flex shrink-0 items-center short:mb-1.5',
          narrow ? 'justify-center' : 'gap-3 pl-1.5 max-md:gap-2.5 max-md:pl-0',
        )}
      >
        {narrow ? null : (
          <>
            <Logo className="size-8.5" />
            <span className="flex-1 font-display text-[1.125rem] font-bold tracking-[-0.01em] max-md:text-md">
              {productName}
            </span>
          </>
        )}
        <IconButton
          icon={PanelLeft}
          label="Toggle Sidebar"
          aria-expanded={!narrow}
          onClick={onToggle}
          className={narrow ? '-mx-1' : undefined}
        />
      </div>
      <SearchButton narrow={narrow} onClick={onSearch} />
      <nav aria-label="Main" className="mt-4 short:mt-1.5">
        <ul className={cx('relative', narrow && 'flex flex-col items-center')}>
          {sections.map((section) => (
            <Fragment key={section.path}>
              <Item
                label={section.title('')}
                helper={section.helper}
                icon={section.icon}
                narrow={narrow}
                current={current === section}
                attention={section.path === historyPath ? attention : 0}
              >
                {(props) => (
                  <Link
                    {...props}
                    href={section.path}
                    aria-current={path === section.path ? 'page' : current === section ? 'true' : undefined}
                    onClick={onFollow}
                    onPointerEnter={() => approach(section)}
                    onFocus={() => approach(section)}
                  />
                )}
              </Item>
              {current === section && children.length > 0 ? (
                <li>
                  {/* The border continues the line between the icons of two sections. */}
                  <ul
                    className={narrow ? undefined : '-mb-3.25 ml-[1.5625rem] border-l-2 border-line pt-2 pb-3.25 pl-5'}
                  >
                    {children.map((child) => (
                      <li key={child.path}>{linkTo(child)}</li>
                    ))}
                  </ul>
                </li>
              ) : null}
            </Fragment>
          ))}
          <Item label="Logout" helper={words.logoutHelper} icon={LogOut} narrow={narrow} current={false} last>
            {(props) => <button {...props} type="button" onClick={onLogout} />}
          </Item>
        </ul>
      </nav>
      <div
        className={cx(
          'mt-auto border-t border-line pt-3 short:pt-1',
          narrow && '-mx-1.75 flex flex-col items-center gap-2',
        )}
      >
        {linkTo(settings)}
        <button
          type="button"
          onClick={() => {
            onFollow?.()
            onReport()
          }}
          title={narrow ? words.reportAProblem : undefined}
          className={below}
        >
          <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
          <span className={narrow ? 'sr-only' : undefined}>{words.reportAProblem}</span>
        </button>
        <ThemeSwitch vertical={narrow} />
      </div>
    </div>
  )
}

const SearchButton = ({ narrow, onClick }: { narrow: boolean; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    aria-keyshortcuts="Control+K Meta+K"
    title={narrow ? words.goToOrSearch : undefined}
    className={cx(
      'flex shrink-0 items-center rounded-md border border-line bg-surface text-sm text-ink-2 transition-colors hover:border-line-strong',
      narrow ? 'size-9 justify-center self-center' : 'min-h-ctl gap-2.5 px-3',
    )}
  >
    <Search aria-hidden="true" className="size-4 shrink-0" />
    <span className={narrow ? 'sr-only' : 'flex-1 text-left'}>{words.goToOrSearch}</span>
    {narrow ? null : (
      <span aria-hidden="true">
        <Kbd hint>{modKey()} K</Kbd>
      </span>
    )}
  </button>
)

type ItemProps = {
  label: string
  helper: string
  icon: LucideIcon
  narrow: boolean
  current: boolean
  last?: boolean
  attention?: number
  children: (props: {
    className: string
    children: ReactNode
    title: string | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

const Item = ({ label, helper, icon: Icon, narrow, current, last = false, attention = 0, children }: ItemProps) => {
  const helperId = useId()
  const attentionId = useId()
  const describedBy = [narrow ? [] : helperId, attention > 0 ? attentionId : []].flat().join(' ') || undefined
  return (
    <li
      className={cx(
        'relative flex items-center rounded-lg transition-colors',
        narrow ? 'size-11.5 justify-center short:size-9.5' : 'min-h-15.25 gap-3 px-2.25 short:min-h-12',
        current && !narrow && 'bg-surface shadow-1',
        !current && 'hover:bg-surface/60',
      )}
    >
      {last ? null : (
        <span
          aria-hidden="true"
          className={cx(
            'absolute z-0 w-0.5 -translate-x-1/2 bg-line short:hidden',
            narrow ? 'top-10 left-1/2 h-3' : 'top-12 left-[1.625rem] h-6.75',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'relative z-10 inline-flex size-8.5 shrink-0 items-center justify-center rounded-full border-2',
          current
            ? 'border-primary bg-primary text-on-primary forced-color-adjust-none forced-colors:border-[Highlight] forced-colors:bg-[Highlight] forced-colors:text-[HighlightText]'
            : 'border-line bg-canvas text-ink-2',
        )}
      >
        <Icon className="size-4.5" />
      </span>
      <span className={narrow ? undefined : 'flex min-w-0 flex-col'}>
        {children({
          className:
            'text-left text-md leading-5 font-semibold after:absolute after:inset-0 after:z-10 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus',
          children: narrow ? <span className="sr-only">{label}</span> : label,
          title: narrow ? label : undefined,
          'aria-describedby': describedBy,
        })}
        {narrow ? null : (
          <span id={helperId} className="text-xs text-ink-2">
            {helper}
          </span>
        )}
      </span>
      {attention > 0 ? (
        <span
          id={attentionId}
          className={cx(
            'rounded-full bg-danger-soft text-2xs font-semibold text-danger-ink tabular-nums forced-colors:border',
            narrow ? 'absolute top-0 right-0 z-10 px-1.5 py-px' : 'ml-auto px-2 py-0.5',
          )}
        >
          {attention > 99 ? '99+' : attention}
          <span className="sr-only"> need you</span>
        </span>
      ) : null}
    </li>
  )
}
