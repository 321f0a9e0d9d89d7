export { createCommandService, type CommandService } from './command.service.ts';
export {
  createCommandGateway,
  type CommandGateway,
  type CommandGatewayDependencies,
} from './command.gateway.ts';
export { spendConfirmation } from './command.fence.ts';
export { commandEndpoints } from './command.endpoints.ts';
export { formBefore } from './command.before.ts';
export type {
  CommandPlan,
  CommandPlans,
  Judgement,
  Observation,
  Offer,
  OfferMoment,
  PlanContext,
  PlanRefusal,
  Step,
  WatchContext,
} from './command.plan.ts';
export { momentOf, offerDeclared, offerWhereKnown, stateAlone } from './command.offer.ts';
export { createOrderOffers, type OrderOffering } from './order-offers.ts';
export { plansOf, publishedBy, type LinkEvent, type LinkHost, type LinkPart } from './link-part.ts';
export { expireDrafts } from './command.expiry.ts';
export { markRestoredUnknown } from './restored.store.ts';
export {
  draftRolloutUpgrade,
  draftForCondition,
  draftScheduledStart,
  draftWindReturn,
  type ScheduledStart,
} from './command.draft.ts';
export { dropOldChallenges } from './challenge.store.ts';
export { commandWords, faultMessage, wasStopped, wordsOfOrder } from './command.present.ts';
export { createSendingWait } from './command.sending.ts';
export { claimLives, liveClaim } from './claim.store.ts';
export { draftedCommands } from './command.open.store.ts';
export { nameFlight, readDrafted, type Command } from './command.store.ts';
export { createEmergency, type Emergency } from './emergency.ts';
export { createJournal } from './emergency.journal.ts';
export { absentSenderStatusOf } from './sender.store.ts';
export { createSendGuard, type SendGuard } from './send-guard.ts';
