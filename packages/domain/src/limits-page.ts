/**
 * Limits of any page of the console, milliseconds. They stand apart from those of rooms so that the sign-in page, which
 * needs them, brings none of those along.
 */
export const pageLimits = {
  web: {
    toast: 3_000,
    /** A message that offers to undo stays this long, and as long as somebody is upon it. */
    undoToast: 20_000,
    chunkLoad: 120_000,
    mqttKeepalive: 20,
    mqttReconnect: 4_000,
    /** … and after so long, drawn anew each time, where the server said that it stops: another one takes it. */
    mqttMove: { least: 250, most: 1_000 },
    mqttConnect: 30_000,
    /** The keepalive of the contract finds a frozen server after half a minute: a silent one is asked much sooner. */
    mqttAskAfter: 2_000,
    mqttAnswerWithin: 3_000,
    /** A page that did not run for so long reads its connection no further: it comes back by a new one, to the present. */
    frozenAfter: 4_000,
    /** The same of a page that nobody sees: browsers run its timers once a minute. */
    hiddenFrozenAfter: 90_000,
    /** How often a page notes that it runs. */
    awakeEvery: 1_000,
    /** A link that is lost for longer leaves what is shown unchanged: it is asked for instead. */
    askAfterLoss: 3_000,
    /** How often a console that comes back to the front asks how it should look. */
    askAppearance: 60_000,
    /** How often the sign-in page asks what the operators want everybody to know. */
    askNoticesOutside: 60_000,
  },
  captcha: { life: 120_000, perAddressPerMinute: 30, length: 4 },
} as const;
