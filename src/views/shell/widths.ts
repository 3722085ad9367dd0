export const drawerQuery = '(max-width: 767px)'
export const roomyQuery = '(min-width: 1180px)'
