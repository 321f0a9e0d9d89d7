/** A dock room without a broker and without a gateway: nothing is heard, and nothing waits. */
export const quietDockDeps = {
  accounts: {
    ensureDock: async () => undefined,
    bindDrone: async () => undefined,
    bindDrones: async () => undefined,
    removeDock: async () => undefined,
    suspendDock: async () => undefined,
    resumeDock: async () => undefined,
  },
  brokerUrl: () => '',
  timeZoneOf: async () => 'UTC',
  chineseNamesOnly: async () => false,
  untilHeard: () => ({ wait: async () => undefined }),
  aircraftOut: async () => null,
};
