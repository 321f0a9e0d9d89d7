import type { remoteController as source } from '../zh-CN/remote-controller.ts';
import type { Translation } from '../words.ts';

export const remoteController: Translation<typeof source> = {
  'remoteController.add': 'Add a controller',
  'remoteController.none': 'No controllers yet. Add or import them.',
  'permission./DaJiHandle': 'Controller management',
  'permission.controller:connect': 'Let controllers sign in',
  'auditLog.word.remoteController': 'Controller',
  'auditLog.verb.connect': 'sign-in given',
  'permission./handShankMonitorSee': 'Controller monitor',
  'command.controlRequest': 'Ask the pilot for control',
  'command.controlRelease': 'Give control back to the pilot',
  'auditLog.verb.controlRequest': 'pilot asked for control',
  'auditLog.verb.controlRelease': 'control given back',
  'refusal.consentMissing': 'The pilot has not agreed to control from here; nothing was sent',
  'refusal.consentPending': 'The pilot is being asked already',
  'refusal.consentRefused': 'The pilot refused',
  'refusal.consentCanceled': 'The pilot cancelled the request',
  'refusal.consentSilent': 'No answer of the pilot',
};
