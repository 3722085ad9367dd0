export const segmented = {
  list: 'inline-flex gap-0.5 rounded-lg border border-line bg-sunken p-0.75',
  item: 'inline-flex min-h-9 coarse:min-h-ctl flex-1 items-center justify-center gap-2 rounded-[0.6875rem] border border-transparent px-4 text-sm font-semibold whitespace-nowrap text-ink-2 transition-colors hover:text-ink disabled:text-ink-3 aria-selected:bg-raised aria-selected:text-ink aria-selected:shadow-1 dark:aria-selected:bg-neutral-soft forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText] forced-colors:aria-selected:forced-color-adjust-none',
}
