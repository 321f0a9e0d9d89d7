import type { remoteController as source } from '../zh-CN/remote-controller.ts';
import type { Translation } from '../words.ts';

export const remoteController: Translation<typeof source> = {
  'remoteController.add': 'Add a controller',
  'remoteController.none': 'No controllers yet. Add or import them.',
  'permission./DaJiHandle': 'Controller management',
  'permission.controller:connect': 'Let controllers sign in',
  'auditLog.word.remoteController': 'Controller',
  'auditLog.verb.connect': 'sign-in given',
};
