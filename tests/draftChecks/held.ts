import type { About } from '../../server/models/draftChecks/about'

export interface HeldCase {
  text: string
  about: Partial<About>
}

export interface HeldCases {
  bad: readonly HeldCase[]
  fine: readonly HeldCase[]
}

const inLanguage = (language: string, ...texts: string[]): HeldCase[] =>
  texts.map((text) => ({ text, about: { language } }))
const toPost = (post: string, ...texts: string[]): HeldCase[] => texts.map((text) => ({ text, about: { post } }))

const shopPost =
  'We open our first shop this Saturday at 9. Coffee is on us until noon, and the first 40 guests get a mug.'
const ladenPost = 'Am Samstag öffnen wir unseren ersten Laden. Der Kaffee geht bis mittags auf uns.'
const tiendaPost =
  'Este sábado abrimos nuestra primera tienda en el barrio. El café corre de nuestra cuenta hasta mediodía.'
const kissaPost = '土曜日に最初のお店を開きます。お昼まではコーヒーが無料です。'

const openedWith = (openings: readonly string[], ...texts: string[]): HeldCase[] =>
  texts.map((text) => ({ text, about: { openings } }))
const begun = [
  'So it is the',
  'Who held the ladder',
  'My neighbour keeps that',
  'Man hört die Glocke',
  'Se nota que alguien',
  'ベルの音まで',
]

const saidBefore = (earlier: readonly string[], ...texts: string[]): HeldCase[] =>
  texts.map((text) => ({ text, about: { earlier } }))
const said = [
  'So it is the water that takes the rest of the morning.',
  'The hinge is the part nobody photographs, and it is the best part.',
  'Das Schild hält länger als die Farbe daran.',
  'La esquina gastada cuenta más que el resto de la casa.',
  'ベルの音まで聞こえてきそうな写真ですね。',
  'Which of them still rings when the door sticks in winter?',
]

export const heldCases = {
  language: {
    bad: [
      ...inLanguage(
        'en',
        'Das Schild hält länger als die Farbe daran.',
        'La esquina gastada cuenta más que el resto.',
        'On entend presque la cloche en lisant.',
        'Si vede che qualcuno ci ha messo le mani.',
        'ベルの音まで聞こえてきそうです。',
        'Сразу видно, что делали не спеша.',
        'الزاوية القديمة أجمل ما في المكان.',
        'Widać, że ktoś zrobił to powoli i z sercem.',
      ),
      ...inLanguage(
        'de',
        'Who held the ladder all the time?',
        'Wie heeft de ladder vastgehouden?',
        '门把手磨得真好看。',
      ),
      ...inLanguage('es', 'The worn corner says more than the rest.', 'Qui a tenu l’échelle pendant ce temps ?'),
      ...inLanguage(
        'ja',
        'The bell is nearly audible here.',
        '门把手磨得真好看。',
        '손때 묻은 문고리가 제일 예쁘네요.',
      ),
      ...inLanguage(
        'fr',
        'E la sedia vecchia dove è finita adesso?',
        'Half of the fun is guessing who ate the last one.',
      ),
      ...inLanguage('zh', '取っ手のつやがとてもいいですね。', 'The handle is lovely.'),
      ...inLanguage('ko', '取っ手のつやがいいですね。', 'Nice handle, that one over there.'),
    ],
    fine: [
      ...inLanguage(
        'en',
        'Who held the ladder all the time?',
        'Half of the fun is guessing who ate the last one.',
        'The sign says “Bäckerei Schöne Aussicht”, and means it.',
        'Ha!',
        '🍞🍞🍞',
        'ok then',
        'It has a certain je ne sais quoi, that corner.',
      ),
      ...inLanguage(
        'de',
        'Das Schild hält länger als die Farbe daran.',
        'Genau.',
        'Der Workflow ist ja fast wie im Team.',
      ),
      ...inLanguage('es', 'La esquina gastada cuenta más que el resto.', '¿Y quién se quedó con la silla vieja?'),
      ...inLanguage('fr', 'On entend presque la cloche en lisant.', 'Il manque juste l’odeur du pain.'),
      ...inLanguage('ja', 'ベルの音まで聞こえてきそうです。', '満員御礼', 'いいね'),
      ...inLanguage('zh', '门把手磨得真好看。'),
      ...inLanguage('ko', '손때 묻은 문고리가 제일 예쁘네요.'),
      ...inLanguage('it', 'Si vede che qualcuno ci ha messo le mani.'),
      ...inLanguage('pt', 'Dá para ouvir o sino daqui.'),
      ...inLanguage('nl', 'Wie heeft de ladder vastgehouden?'),
      ...inLanguage('pl', 'Widać, że ktoś zrobił to powoli i z sercem.'),
      ...inLanguage('ru', 'Сразу видно, что делали не спеша.'),
      ...inLanguage('id', 'Siapa yang memegang tangganya?'),
      { text: 'Was auch immer das heißen mag.', about: { language: undefined } },
    ],
  },
  echo: {
    bad: [
      ...toPost(
        shopPost,
        'We open our first shop this Saturday, too.',
        'Coffee is on us until noon sounds generous.',
        'The first 40 guests get a mug, wow.',
        'So you open our first shop this Saturday at 9.',
        'Coffee on us until noon, and the first 40 guests',
        'this Saturday at 9. Coffee is on us',
        'until noon, and the first 40 guests',
        'open our first shop',
        'Your coffee is on us until noon!',
        'First 40 guests get a mug!',
      ),
      ...toPost(
        ladenPost,
        'Am Samstag öffnen wir unseren ersten Laden, wie schön.',
        'Der Kaffee geht bis mittags auf uns, also auf euch.',
        'Samstag öffnen wir unseren ersten Laden!',
        'Kaffee geht bis mittags auf uns?',
      ),
      ...toPost(
        tiendaPost,
        'Abrimos nuestra primera tienda en el barrio, qué bien.',
        'El café corre de nuestra cuenta hasta mediodía, dicen.',
        'Este sábado abrimos nuestra primera tienda.',
      ),
      ...toPost(
        kissaPost,
        '土曜日に最初のお店を開きます、いいですね。',
        'お昼まではコーヒーが無料です、と。',
        '最初のお店を開きます。お昼まで',
      ),
    ],
    fine: [
      ...toPost(
        shopPost,
        'Who gets the 41st mug?',
        'A shop that opens on Saturday sleeps on Sunday.',
        'Free coffee makes long mornings.',
        'On Saturday the queue is the decoration.',
        'Our first shop had no door.',
        'Noon is late for coffee.',
        'What is on the mug?',
      ),
      ...toPost(
        ladenPost,
        'Und wer spült am Samstag?',
        'Bis mittags ist lang, bei Kaffee.',
        'Wer bekommt die erste Tasse?',
      ),
      ...toPost(tiendaPost, '¿Y a mediodía quién friega?', 'El barrio ya huele a café.'),
      ...toPost(kissaPost, 'コーヒーの香りで目が覚めそう。', '日曜日はゆっくり休んでください。'),
      ...toPost('Saturday.', 'Saturday it is.'),
      ...toPost('Bread!', 'Bread!'),
      ...toPost('', 'Anything at all goes here.'),
    ],
  },
  openings: {
    bad: openedWith(
      begun,
      'So it is the flour this time.',
      'So it is. The door, again.',
      'so it is, after all',
      'SO IT IS THE END',
      '“So it is the lamp.”',
      'Who held the door?',
      'Who held the ladder, and who painted?',
      'My neighbour keeps bees instead.',
      'My neighbour keeps quiet about it.',
      'Man hört die Tür beim Lesen.',
      'Man hört die Glocke bis hier.',
      'Se nota que no tuvo prisa.',
      '¡Se nota que es viernes!',
      'ベルの音がきれいです。',
      'ベルの音、好き。',
      '  So it is the   chair',
      'So, it is the chair',
      'My neighbour, keeps asking',
    ),
    fine: openedWith(
      begun,
      'It is the flour this time.',
      'So is it the flour?',
      'So it goes.',
      'Who painted the ladder?',
      'Who holds the ladder now?',
      'My neighbours keep bees.',
      'Our neighbour keeps bees.',
      'Die Glocke hört man bis hier.',
      'Man sieht die Glocke.',
      'No se nota.',
      'Se ve que alguien estuvo.',
      '鈴の音がきれい。',
      'So it',
      'So',
      'Neighbours keep that.',
    ),
  },
  nearness: {
    bad: saidBefore(
      said,
      'So it is the water that takes the rest of the morning!',
      'So it is the water that takes the rest of the evening.',
      'so its the water that takes the rest of the morning',
      'And so it is the water that takes all the rest of the morning.',
      'It is the water that takes the rest of the morning, then.',
      'The hinge is the part nobody photographs, and it is the best one.',
      'The hinge is the part nobody paints, and it is the best part.',
      'The handle is the part nobody photographs, and it is the best part.',
      'A hinge is the part that nobody photographs, and it is the best part.',
      'Das Schild hält länger als die Farbe.',
      'Das Schild hält noch länger als die Farbe daran!',
      'Dieses Schild hält länger als die Farbe daran.',
      'La esquina gastada cuenta más que el resto de la tienda.',
      'La esquina gastada cuenta mucho más que el resto.',
      'Esa esquina gastada cuenta más que el resto de la casa.',
      'ベルの音まで聞こえてきそうな一枚ですね。',
      'ベルの音まで聞こえてきそうです。',
      'Which of them still rings when the door sticks in summer?',
      'Which of those still rings when the door sticks in winter?',
      'Which one of them still rings when the door sticks?',
    ),
    fine: saidBefore(
      said,
      'The water takes its time.',
      'Mornings are mostly water.',
      'Nobody photographs the floor.',
      'The best part is the hinge.',
      'Die Farbe hält nicht lange.',
      'Das Schild braucht Farbe.',
      'El resto de la casa está igual.',
      'Cuenta más la silla.',
      '鈴が鳴りそう。',
      '写真の光がいいですね。',
      'Does the door stick in winter?',
      'Which of them rings?',
    ),
  },
} as const satisfies Record<string, HeldCases>
