export const Coming = () => <span hidden data-coming="" />
