import type { register as source } from '../zh-CN/register.ts';
import type { Translation } from '../words.ts';

export const register: Translation<typeof source> = {
  'register.title': 'Register a dock',
  'register.name': 'Dock name',
  'register.nameRule': 'Chinese only, at most {max} characters',
  'register.vendor.DJI': 'DJI (Cloud API)',
  'register.vendor.own': 'Another vendor (open contract)',
  'register.sn': 'Serial number of the dock',
  'register.snHint': 'On the plate of the dock, and in DJI Pilot 2',
  'register.submit': 'Register',
  'register.done': 'The dock is registered',
  'register.secretOnce':
    'Enter address, user name and password in the cloud settings of the dock. The password is shown only this once.',
  'register.broker': 'Address of the broker (MQTT)',
  'register.brokerHere':
    'This address leads to the server itself only. Set EYRIE_PUBLIC_MQTT_URL, or enter the address under which the dock reaches this server.',
  'register.mayBeLeft': 'Optional',
  'register.user': 'User name',
  'register.close': 'I have noted it',
  'register.insuranceCompany': 'Insurance company',
};
