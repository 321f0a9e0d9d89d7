import { lenientOrder } from '../command/order.ts';
import { limits } from '../limits.ts';
import { offerLogUpload } from './dock-log.ts';
import { filesField, modulesField, queryAnswer } from './dock-log.shape.ts';

const logs = { permission: ['dock:control'], wire: 'cloud', form: 'live' } as const;
const rule = { control: null, tracked: false } as const;

export const orders = {
  logQuery: {
    ...lenientOrder({
      ...logs,
      summary: 'List the log files that a dock and its aircraft keep, as the dock answers now',
      fields: { modules: modulesField },
      rule: { ...rule, ack: limits.dockLog.answer },
    }),
    answers: queryAnswer,
  },
  logUpload: lenientOrder({
    ...logs,
    summary: 'Have a dock store log files here; one upload for each module, and how it stands is in the list',
    fields: { files: filesField },
    offer: offerLogUpload,
    rule,
  }),
  logUploadCancel: lenientOrder({
    ...logs,
    summary: 'End uploads of log files',
    fields: { modules: modulesField },
    rule,
  }),
};
