/** Different starting points, so that the replies of one batch differ. */
const angles = [
  'one concrete detail of the post',
  'a question that only the author can answer',
  'a short reaction of your own',
  'something useful to add',
  'a light touch of humour, where the post allows it',
  'a comparison from another field',
  'the people behind it',
  'what may come next',
  'a friendly doubt or another view',
  'what others will recognise in it',
  'thanks, with the reason for it',
  'a small picture in few words',
]

/** @returns an angle for each of `count` replies that follow `from` earlier replies. */
export const assignedAngles = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => angles[(from + index) % angles.length] ?? '')
