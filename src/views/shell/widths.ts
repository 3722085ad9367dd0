/** The sidebar is a drawer over the page. */
export const drawerQuery = '(max-width: 767px)'
/** There is room for a wide sidebar, unless the operator chose otherwise. */
export const roomyQuery = '(min-width: 1180px)'
