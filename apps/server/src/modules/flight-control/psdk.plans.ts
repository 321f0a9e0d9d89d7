import {
  gatewayOrders,
  psdkOf,
  searchlightBrightnessService,
  searchlightCalibrateService,
  searchlightModeService,
  searchlightTrimService,
  widgetSetService,
  widgetTextService,
  type Service,
} from '@eyrie/dji';
import {
  limits,
  psdkRefusal,
  psdkStateRefusal,
  type PsdkFacts,
  type PsdkMethod,
  type SearchlightLamp,
  type SearchlightMode,
} from '@eyrie/domain';
import { momentOf, type CommandPlan, type Offer, type PlanContext } from '../command/index.ts';
import { telemetryOf, type DockLink } from '../dock/index.ts';

/** What these orders may be given with; each has some of it. */
interface Given {
  psdkIndex: number;
  lightMode: SearchlightMode;
  brightness: number;
  lamp: SearchlightLamp;
  degrees: number;
  saved: boolean;
  widget: number;
  value: number;
  text: string;
}

const givenOf = ({ command }: Pick<PlanContext, 'command'>): Given => command.arguments as unknown as Given;

/** Docks and firmware differ in whose property payload devices are. */
const factsOf = (link: DockLink, now: number): PsdkFacts => {
  const { online, camera, searchlights } = telemetryOf(link, now);
  const payloads = psdkOf(link.dockSnapshot.values) ?? psdkOf(link.droneSnapshot.values);
  return { online, sticks: camera.sticks, searchlights, payloads };
};

/** What the state alone has against an order, whichever device it is given to. */
const offerOf =
  (method: PsdkMethod): Offer =>
  ({ link, now }) => {
    if (!gatewayOrders(link.dock.model, method)) return { reason: 'methodMissing' };
    const reason = psdkStateRefusal(method, factsOf(link, now));
    return reason && { reason };
  };

/** One service for one order, whose acknowledgement is its success: what became of it the device reports by itself. */
const plan = (method: PsdkMethod, serviceOf: (given: Given) => Service): CommandPlan => ({
  offer: offerOf(method),
  refuse({ link, now, command }) {
    const refused = offerOf(method)(momentOf(link, now));
    if (refused) return refused;
    const reason = psdkRefusal(method, command.arguments, factsOf(link, now));
    return reason && { reason };
  },
  steps: async (context) => [
    async () => ({
      service: serviceOf(givenOf(context)),
      ack: limits.command.ack,
      bid: context.command.oid,
    }),
  ],
});

/** How searchlights and widgets of payload devices are ordered. */
export const psdkPlans: Readonly<Record<PsdkMethod, CommandPlan>> = {
  searchlightMode: plan('searchlightMode', ({ psdkIndex, lightMode }) =>
    searchlightModeService(psdkIndex, lightMode),
  ),
  searchlightBrightness: plan('searchlightBrightness', ({ psdkIndex, brightness }) =>
    searchlightBrightnessService(psdkIndex, brightness),
  ),
  searchlightTrim: plan('searchlightTrim', ({ psdkIndex, lamp, degrees, saved }) =>
    searchlightTrimService(psdkIndex, { lamp, degrees, saved }),
  ),
  searchlightCalibrate: plan('searchlightCalibrate', ({ psdkIndex }) =>
    searchlightCalibrateService(psdkIndex),
  ),
  widgetSet: plan('widgetSet', ({ psdkIndex, widget, value }) => widgetSetService(psdkIndex, widget, value)),
  widgetText: plan('widgetText', ({ psdkIndex, text }) => widgetTextService(psdkIndex, text)),
};
