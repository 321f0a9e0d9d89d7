import type { weather as source } from '../zh-CN/weather.ts';
import type { Translation } from '../words.ts';

export const weather: Translation<typeof source> = {
  'weather.title': 'Weather',
  'weather.ofDock': 'Measured at {name}',
  'weather.outside': 'Outside ({provider})',
  'weather.failure.timeout': 'The weather service did not answer',
  'weather.failure.unreachable': 'The weather service cannot be reached',
  'weather.failure.status': 'The weather service refused',
  'weather.failure.shape': 'The weather service answered something else',
  'weather.windFrom': 'Wind from',
  'weather.rain': 'Rain',
  'weather.temperature': 'Temperature',
  'weather.humidity': 'Humidity',
  'weather.unknown': 'No data of the weather service: {reason}; last data: {age}',
  'weather.reason.server': 'the server did not answer',
  'weather.reason.refused': 'the server gave no weather',
  'weather.reason.old': 'the dock has no new measurement',
};
