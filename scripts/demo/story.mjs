// The script of the demo's history. Days are counted back from now: 34 is five weeks ago, 0 is today.
export const FIRST_DAY = 34;

export const PUBLISHERS = [
  { id: 'acme', name: 'Acme Retail' },
  { id: 'metro', name: 'Metro Transit' },
];

/** The API tokens of the demo's staff, which the rest of the story refers to by key. */
export const TOKENS = {
  ada: { name: 'Ada, platform', role: 'admin', days: 300 },
  rita: { name: 'Rita, review', role: 'reviewer', days: 200 },
  ray: { name: 'Ray, releases', role: 'releaser', days: 200 },
  sam: { name: 'Sam, marketing', role: 'sender', days: 200 },
  vic: { name: 'Vic, support desk', role: 'viewer', days: 200 },
  acme: { name: 'Acme Retail, CI', role: 'publisher', publisher: 'acme', days: 200 },
  // Issued on the first day, expires in a few days.
  metro: { name: 'Metro Transit, CI', role: 'publisher', publisher: 'metro', days: 39 },
};

/**
 * Mini-apps: their source, how many installs open them, and their versions. `steps` maps days to the share of installs that
 * a version is rolled out to from then on; `comes` is a release that is scheduled today.
 */
export const MINI_APPS = [
  {
    appId: 'com.example.orders',
    from: { example: 'orders' },
    publisher: 'acme',
    installs: 70,
    screens: ['Orders', 'Order', 'Invoice'],
    tracks: ['order-opened', 'order-repeated', 'invoice-saved'],
    versions: [
      { version: '1.0.0', day: 34, steps: [[34, 100]] },
      {
        version: '1.1.0',
        day: 21,
        steps: [
          [21, 10],
          [19, 50],
          [17, 100],
        ],
      },
      {
        version: '1.2.0',
        day: 6,
        cohorts: ['beta'],
        steps: [
          [6, 5],
          [3, 25],
        ],
      },
      {
        version: '1.3.0',
        day: 0,
        adds: ['email'],
        notes: 'Receipts by mail.\nOpen an order, then “Send me the receipt”.',
        steps: [],
      },
    ],
  },
  {
    appId: 'com.metro.tickets',
    from: { template: 'list', name: 'Tickets', description: 'Tickets for trains and trams' },
    publisher: 'metro',
    installs: 80,
    screens: ['Tickets', 'Ticket', 'Buy'],
    tracks: ['ticket-bought', 'ticket-shown'],
    isReviewed: true,
    versions: [
      { version: '3.0.0', day: 31, steps: [[31, 100]] },
      {
        version: '3.1.0',
        day: 15,
        steps: [
          [15, 10],
          [14, 100],
        ],
      },
      // It crashes on start, so the server pauses its rollout automatically.
      { version: '3.2.0', day: 2, steps: [[2, 50]], crashesOnStart: 2 },
    ],
  },
  {
    appId: 'com.acme.loyalty',
    from: { template: 'tabs', name: 'Loyalty', description: 'Points, and what they are good for' },
    publisher: 'acme',
    installs: 30,
    screens: ['Points', 'Rewards', 'Profile'],
    tracks: ['reward-taken'],
    versions: [
      { version: '0.9.0', day: 25, steps: [[25, 100]] },
      {
        version: '1.0.0',
        day: 4,
        steps: [
          [4, 30],
          [1, 60],
        ],
        comes: { inHours: 20, percentage: 100 },
      },
      {
        version: '1.1.0',
        day: 3,
        adds: ['device'],
        notes: 'Offers of the shop around the corner.',
        rejected:
          'Why does a card with points need to know which phone people have? Please say it in the mini-app.',
        steps: [],
      },
    ],
  },
];

/** The crashes of mini-apps, with the source file that they occur in. */
export const CRASHES = [
  {
    appId: 'com.example.orders',
    message: "TypeError: Cannot read properties of undefined (reading 'total')",
    source: 'OrderScreen.tsx',
    every: 3,
  },
  {
    appId: 'com.metro.tickets',
    message: 'RangeError: Invalid time value',
    source: 'ItemScreen.tsx',
    every: 5,
  },
  {
    appId: 'com.example.promos',
    message: 'Error: The reminder could not be set',
    source: 'PromoScreen.tsx',
    every: 8,
  },
];

export const COMPLAINTS = [
  ['com.example.orders', 'An order of last week is missing.'],
  ['com.metro.tickets', 'I bought a ticket twice, since the first press showed nothing.'],
  ['com.acme.loyalty', 'My points are older than those in the shop.'],
];

export const PEOPLE = [
  'Ann Archer',
  'Ben Okafor',
  'Chloé Martin',
  'Dev Patel',
  'Emil Sørensen',
  'Fatima Zahra',
];

/** The back ends that send, and when they send what. */
export const SENDERS = {
  shop: { name: 'Shop back end', scopes: ['send', 'topics', 'read'] },
  alerts: { name: 'Metro alerts', scopes: ['send', 'read'] },
};

/** The topics; one in this many devices is subscribed. */
export const TOPICS = {
  promotions: 1.4,
  'order-updates': 2,
  'service-alerts': 2.5,
  news: 3,
  'beta-testers': 12,
};

/** Recurring pushes, with their interval in days. */
export const PUSHES = [
  {
    every: 1,
    sender: 'shop',
    topic: 'order-updates',
    texts: [
      ['Your order is on its way', 'It arrives between 14:00 and 16:00'],
      ['Your order is packed', 'We hand it over tomorrow morning'],
      ['Delivered', 'It is at your door'],
    ],
    link: 'host://miniapp/com.example.orders',
    opens: 0.35,
  },
  {
    every: 3,
    sender: 'sam',
    topic: 'promotions',
    texts: [
      ['Coffee beans, two for one', 'Until Sunday'],
      ['Free delivery this week', 'From the first cup on'],
      ['New in: filters of hemp', 'They last for a year'],
    ],
    link: 'host://miniapp/com.example.promos',
    opens: 0.12,
  },
  {
    every: 4,
    sender: 'alerts',
    topic: 'service-alerts',
    texts: [
      ['Line 4: ten minutes late', 'A signal at Harbour Street is being mended'],
      ['Line 2 runs again', 'All trams stop as usual'],
    ],
    link: 'host://miniapp/com.metro.tickets',
    collapseKey: 'line',
    ttlHours: 6,
    opens: 0.22,
  },
  {
    every: 7,
    sender: 'sam',
    condition: "'news' in topics && 'promotions' in topics",
    texts: [['What is new this month', 'Three mini-apps, and one that got better']],
    opens: 0.18,
  },
];

/** The day on which a back end sent in a loop, which shows up in the chart of senders. */
export const RUNAWAY = { day: 9, sender: 'shop', sends: 30 };
