export type Sample = readonly [username: string, name: string, text: string]

/** Names in X's form, at most 15 characters; `fifthstreetbooks` and `the_pixelmarket_2009` are of X's first years. */
export const samples: readonly [Sample, ...Sample[]] = [
  ['kioskandco', 'Kiosk & Co', "We open our first shop this Saturday. Coffee's on us until noon."],
  [
    'tomas_builds',
    'Tomas Lindqvist',
    'Shipped the offline mode today. Eleven months, one very patient cat, zero regrets.',
  ],
  [
    'northfieldbread',
    'Northfield Bakery',
    'Our sourdough starter turned ten this week. It has outlived two ovens and one business partner.',
  ],
  [
    'priya_on_trains',
    'Priya Raman',
    'Took the night train instead of flying. Slept badly, saw a sunrise over the Alps, would do it again tomorrow.',
  ],
  [
    'fernandfold',
    'Fern & Fold',
    'New in: linen aprons dyed with onion skins. Every one comes out a slightly different gold.',
  ],
  [
    'mapsbyolga',
    'Olga Petrova',
    'Spent the weekend drawing a map of every bench in our park. There are 214. My favourite is number 87.',
  ],
  ['rooftopbees', 'Rooftop Bees', 'First honey of the year is in: 31 kilos from four hives above a parking garage.'],
  ['dan_the_dev', 'Dan Okafor', 'Deleted 4,000 lines of code today and nothing broke. Best commit I have ever made.'],
  [
    'saltlinepots',
    'Saltline Pottery',
    'The kiln opened this morning. Nine mugs survived, one became a very confident ashtray.',
  ],
  [
    'linacooks',
    'Lina Haddad',
    'What is the one spice you would save from a burning kitchen? I am going with smoked paprika.',
  ],
  [
    'harborrunners',
    'Harbor Runners',
    'We meet on Thursdays at six, rain or shine. No pace, no pressure, soup afterwards.',
  ],
  [
    'quietdesk',
    'Quiet Desk Studio',
    'We tried a four-day week for six months. Output went up, sick days went down, so we are keeping it.',
  ],
  [
    'milesonwheels',
    'Miles Novak',
    'Rode 120 km into a headwind for a slice of plum cake. The cake was worth 118 of them.',
  ],
  [
    'gladeandgrove',
    'Glade & Grove',
    'Our seedlings are ready. Come and adopt a tomato on Saturday, bring your own pot.',
  ],
  ['annaindex', 'Anna Sato', 'Databases are mostly about knowing what you are willing to forget.'],
  [
    'fifthstreetbooks',
    'Fifth Street Books',
    'We added a shelf called "Books our staff argued about". It is already the busiest one in the shop.',
  ],
  ['wattswitch', 'Watt Switch', 'Our village heat pump now warms 46 homes on the power that used to heat nine.'],
  [
    'jonas_frames',
    'Jonas Weber',
    'Film came back from the lab. Out of 36 frames, one is exactly what I saw. That is enough.',
  ],
  [
    'paperlanternhq',
    'Paper Lantern',
    'Today we turned off the feature that 2% of people loved and 98% never found. Sorry to the 2%.',
  ],
  [
    'noodle_atlas',
    'Noodle Atlas',
    'Hand-pulled or knife-cut? Our whole kitchen is split down the middle and lunch is getting tense.',
  ],
  [
    'wildpatchkids',
    'Wild Patch',
    'The kids counted 17 kinds of insect in a single square metre of the school meadow. Last year it was five.',
  ],
  ['ruthwrites', 'Ruth Abara', 'Finished the draft at 2 am. It is terrible, it is 90,000 words long, and it exists.'],
  [
    'lowtidestudio',
    'Low Tide Studio',
    'We designed the whole brand with two colours. Six weeks of arguments, and now nobody can imagine a third.',
  ],
  ['eastgatebikes', 'Eastgate Bikes', 'Free brake checks all week. It takes four minutes and you get a biscuit.'],
  ['sofia_stats', 'Sofia Marin', 'Half of my job is asking what a number was divided by.'],
  [
    'orchardline',
    'Orchard Line',
    'Pressing day: 800 kilos of apples in, 510 litres of juice out, one wasp diplomat on duty.',
  ],
  [
    'theoteaches',
    'Theo Grant',
    'A student asked why zero has a name if it is nothing. Cancelled the lesson plan, best hour this year.',
  ],
  [
    'cobblecoffee',
    'Cobble Coffee',
    'We stopped printing the menu. Tell us how your morning is going and we will make something.',
  ],
  ['luma_lights', 'Luma Lights', 'Our new lamp has one knob. The second knob is in a drawer and it will stay there.'],
  [
    'nina_repairs',
    'Nina Kovač',
    'Fixed a radio from 1962 today. It needed one capacitor and somebody to believe in it.',
  ],
  [
    'greenroofcity',
    'Green Roof City',
    'The bus stops on Mill Road have meadows on top now. Two degrees cooler underneath, and there are moths.',
  ],
  [
    'the_pixelmarket_2009',
    'Pixel Market',
    'Indie game sale until Sunday. Everything was made by teams of three or fewer, most of them tired.',
  ],
  ['marcus_ferments', 'Marcus Bell', 'The kimchi has opinions this week. I opened the jar and it answered.'],
  [
    'slowmailclub',
    'Slow Mail Club',
    'We mailed 1,400 letters between strangers this year. Eleven of them have since met for coffee.',
  ],
  [
    'ayana_orbit',
    'Ayana Clarke',
    'Saw the space station cross the sky tonight, pointed at it, and a whole bus queue looked up.',
  ],
  [
    'brickandbloom',
    'Brick & Bloom',
    'We turned an old loading dock into a flower shop. The forklift stays, it holds the peonies.',
  ],
  [
    'openkitchenlab',
    'Open Kitchen Lab',
    'Every recipe we publish is cooked by three people who have never made it. The lasagne took nine rounds.',
  ],
  [
    'elias_listens',
    'Elias Moreau',
    'Recorded the same street for a year at seven in the morning. You can hear the exact day the swifts arrive.',
  ],
  ['tinyferry', 'Tiny Ferry', 'We now run until midnight on weekends. Two crossings an hour, dogs travel free.'],
  [
    'hana_handmade',
    'Hana Ito',
    'Sold the first bag I ever made, four years after I made it. The new owner asked about every crooked stitch.',
  ],
]
