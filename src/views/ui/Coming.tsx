/** In the place of what is still on its way, in a list of parts that are shown in order (`in-order`). */
export const Coming = () => <span hidden data-coming="" />
