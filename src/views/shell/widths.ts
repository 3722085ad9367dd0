export const drawerQuery = '(max-width: 767px)'
export const roomyQuery = '(min-width: 1180px)'

/** In CSS pixels of the panel, so that the work area keeps at least 620. */
export const sideColumnFrom = 880
