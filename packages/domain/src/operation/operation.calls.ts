import { z } from 'zod';
import { call } from '../call.ts';
import { empty, sentInstant } from '../shape.ts';
import { healthPart } from './health.ts';

export const operationCalls = {
  health: call({
    method: 'POST',
    path: '/nebula-five/operation/queryHealth.rest',
    summary:
      'State, figures and age of what the organisation depends on; of the instance itself for its operators',
    permission: ['/operation'],
    request: empty,
    response: z.object({ at: sentInstant, list: z.array(healthPart) }),
  }),
};
