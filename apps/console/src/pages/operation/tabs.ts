import {
  accessTokenCalls,
  auditLogCalls,
  displayCalls,
  noticeCalls,
  operationCalls,
  organisationCalls,
  sessionCalls,
  webhookCalls,
} from '@eyrie/domain';
import { lazyPart } from '../../platform/loading.ts';
import type { PageTab } from '../../platform/tabbed-page.tsx';

/** In the order in which they stand. */
export const tabs: readonly PageTab[] = [
  {
    key: 'health',
    titleId: 'operation.tab.health',
    calls: [operationCalls.health],
    View: lazyPart(() => import('./health.tsx')),
  },
  {
    key: 'work',
    titleId: 'operation.tab.work',
    calls: [operationCalls.workRetry],
    View: lazyPart(() => import('./work.tsx')),
  },
  {
    key: 'audit',
    titleId: 'operation.tab.audit',
    calls: [auditLogCalls.query],
    View: lazyPart(() => import('./audit.tsx')),
  },
  {
    key: 'notice',
    titleId: 'operation.tab.notice',
    calls: [noticeCalls.query],
    View: lazyPart(() => import('./notice.tsx')),
  },
  {
    key: 'online',
    titleId: 'session.online',
    calls: [sessionCalls.online],
    View: lazyPart(() => import('./online.tsx')),
  },
  {
    key: 'sign-in',
    titleId: 'organisation.signIn',
    calls: [organisationCalls.get],
    View: lazyPart(() => import('./sign-in.tsx')),
  },
  {
    key: 'tokens',
    titleId: 'accessToken.title',
    calls: [accessTokenCalls.query],
    View: lazyPart(() => import('./tokens.tsx')),
  },
  {
    key: 'displays',
    titleId: 'cockpit.displays',
    calls: [displayCalls.query],
    View: lazyPart(() => import('./displays.tsx')),
  },
  {
    key: 'webhooks',
    titleId: 'webhook.title',
    calls: [webhookCalls.query],
    View: lazyPart(() => import('./webhooks.tsx')),
  },
  {
    key: 'flight',
    titleId: 'flight.gate',
    calls: [organisationCalls.get],
    View: lazyPart(() => import('./flight.tsx')),
  },
  {
    key: 'backup',
    titleId: 'operation.tab.backup',
    calls: [operationCalls.backup],
    View: lazyPart(() => import('./backup.tsx')),
  },
  {
    key: 'diagnosis',
    titleId: 'operation.tab.diagnosis',
    calls: [operationCalls.diagnosis],
    View: lazyPart(() => import('./diagnosis.tsx')),
  },
  {
    key: 'organisations',
    titleId: 'operation.tab.organisations',
    calls: [organisationCalls.query],
    View: lazyPart(() => import('./organisations.tsx')),
  },
];
