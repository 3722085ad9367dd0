import { chosenTheme } from '../schemas/theme'

/** What the server has done already for a built page. */
const theme = chosenTheme(document.cookie)
if (theme) document.documentElement.dataset.theme = theme
