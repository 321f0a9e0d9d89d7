import type { Failure } from '../dock/index.ts';
import type { FaultKind } from '../world/index.ts';

type Words = Readonly<Record<'zh' | 'en' | 'ar', string>>;

interface Rehearsal {
  failure: Failure;
  words: Words;
}

const words = (zh: string, en: string, ar: string): Words => ({ zh, en, ar });

/** What a person can have go wrong, each by its name. */
export const rehearsals: readonly Rehearsal[] = [
  {
    failure: { kind: 'rejectPrepare' },
    words: words(
      '下一个任务准备时被拒绝',
      'The next task is refused when it is prepared',
      'تُرفض المهمة التالية عند التحضير',
    ),
  },
  {
    failure: { kind: 'rejectExecute' },
    words: words(
      '下一个任务执行时被拒绝',
      'The next task is refused when it is to start',
      'تُرفض المهمة التالية عند البدء',
    ),
  },
  {
    failure: { kind: 'clockSkew', ms: 120_000 },
    words: words(
      '机场时钟快两分钟',
      'The clock of the dock is two minutes ahead',
      'ساعة المحطة متقدمة دقيقتين',
    ),
  },
  {
    failure: { kind: 'clockSkew', ms: -500 },
    words: words('机场时钟恢复', 'The clock of the dock is right again', 'ساعة المحطة صحيحة من جديد'),
  },
  {
    failure: { kind: 'coverFault' },
    words: words('下次开舱盖时卡住', 'The cover jams when it opens next', 'يعلق الغطاء عند الفتح القادم'),
  },
  {
    failure: { kind: 'lowBattery' },
    words: words('航线上电量过低', 'The battery runs low on the route', 'تنخفض البطارية على المسار'),
  },
  { failure: { kind: 'strongWind' }, words: words('大风', 'Strong wind', 'رياح قوية') },
  { failure: { kind: 'rain' }, words: words('下雨', 'Rain', 'مطر') },
  {
    failure: { kind: 'linkLoss' },
    words: words('与无人机失联', 'The link to the aircraft is lost', 'انقطاع الوصلة مع الطائرة'),
  },
  {
    failure: { kind: 'networkLoss' },
    words: words('机场断网', 'The dock loses its network', 'انقطاع شبكة المحطة'),
  },
  {
    failure: { kind: 'drcLoss' },
    words: words('手动飞行链路中断', 'The link for flight by hand breaks off', 'انقطاع وصلة الطيران اليدوي'),
  },
  {
    failure: { kind: 'obstacle' },
    words: words('航线上遇到障碍物', 'An obstacle stands in the way of the route', 'عائق في طريق المسار'),
  },
  {
    failure: { kind: 'returnInterrupted' },
    words: words('返航被中断', 'The return home is interrupted', 'انقطاع العودة'),
  },
  {
    failure: { kind: 'emergencyStop', pressed: true },
    words: words('按下急停按钮', 'The emergency stop is pressed', 'ضغط زر الإيقاف الطارئ'),
  },
  {
    failure: { kind: 'emergencyStop', pressed: false },
    words: words('松开急停按钮', 'The emergency stop is released', 'تحرير زر الإيقاف الطارئ'),
  },
  {
    failure: { kind: 'takenOver' },
    words: words('遥控器接管飞行', 'A remote controller takes the aircraft', 'وحدة تحكم تستلم الطائرة'),
  },
  {
    failure: { kind: 'debugFault' },
    words: words('下一个调试指令失败', 'The next order of remote debugging fails', 'يفشل أمر التصحيح التالي'),
  },
  {
    failure: { kind: 'liveFault' },
    words: words('下一次直播无法开始', 'The next live picture does not start', 'لا تبدأ الصورة الحية التالية'),
  },
  {
    failure: { kind: 'firmwareBroken' },
    words: words(
      '下一个固件包损坏',
      'The next firmware package is broken',
      'حزمة البرنامج الثابت التالية تالفة',
    ),
  },
  {
    failure: { kind: 'firmwareStays' },
    words: words(
      '下一次升级后版本不变',
      'The next upgrade comes back with the old version',
      'يعود التحديث التالي بالإصدار القديم',
    ),
  },
  {
    failure: { kind: 'logStops' },
    words: words(
      '下一次日志上传中断',
      'The next upload of logs stops in the middle',
      'يتوقف رفع السجلات التالي في منتصفه',
    ),
  },
  {
    failure: { kind: 'soundBroken' },
    words: words('下一段喊话音频损坏', 'The next sound is broken', 'الصوت التالي تالف'),
  },
  {
    failure: { kind: 'dropReply' },
    words: words('下一个应答丢失', 'The next answer is lost', 'يضيع الجواب التالي'),
  },
  {
    failure: { kind: 'duplicateMessages' },
    words: words('消息重复到达', 'Messages come twice', 'تصل الرسائل مرتين'),
  },
  {
    failure: { kind: 'readyUnsaid' },
    words: words(
      '下一个条件任务就绪后不上报',
      'The next conditional task is not reported ready',
      'لا يُبلَّغ عن جاهزية المهمة المشروطة التالية',
    ),
  },
  {
    failure: { kind: 'storageFull' },
    words: words('机场存储已满', 'The storage of the dock is full', 'ذاكرة المحطة ممتلئة'),
  },
  {
    failure: { kind: 'dropEnd' },
    words: words('飞行结束的消息丢失', 'The last word on the flight is lost', 'تضيع آخر رسالة عن الرحلة'),
  },
];

const texts = {
  title: words('演示故障', 'Failures of the demo', 'أعطال العرض'),
  hint: words(
    '仅作用于模拟机场。选择机场，再按故障名称开始。',
    'They concern simulated docks alone. Choose a dock, then start a failure by its name.',
    'تخص المحطات المحاكاة وحدها. اختر محطة ثم ابدأ عطلًا باسمه.',
  ),
  dock: words('机场', 'Dock', 'المحطة'),
  none: words('还没有模拟机场在运行', 'No simulated dock runs yet', 'لا تعمل أي محطة محاكاة بعد'),
  done: words('已开始', 'Started', 'بدأ'),
  failed: words('没有开始', 'Not started', 'لم يبدأ'),
  land: words('机场周围的隐患', 'Faults around the dock', 'الأعطال حول المحطة'),
  landHint: words(
    '无人机飞过时能拍到。修复后，此后的照片、热成像和视频都显示完好。',
    'Aircraft see them when they fly over. What is repaired is whole in photos, infrared and video from then on.',
    'تراها الطائرات عند التحليق فوقها. وما يُصلح يظهر سليمًا في الصور والأشعة الحرارية والفيديو من حينه.',
  ),
  metres: words('{n} 米', '{n} m', '{n} م'),
  repair: words('修复', 'Repair', 'إصلاح'),
  breakAgain: words('重新损坏', 'Break again', 'إعادة العطل'),
  broken: words('未修复', 'Broken', 'معطل'),
  whole: words('已修复', 'Repaired', 'تم إصلاحه'),
};

const faultNames: Readonly<Record<FaultKind, Words>> = {
  hotJoint: words('接头过热', 'Hot joint', 'وصلة ساخنة'),
  missingTile: words('屋顶缺瓦', 'Missing roof tile', 'بلاطة سقف مفقودة'),
  fallenMast: words('倒塌的杆塔', 'Fallen mast', 'عمود ساقط'),
};

const languages = ['zh', 'en', 'ar'] as const;

/** The language of a browser, by what it asks for; Chinese where it is none of these. */
export const languageOf = (accepted: string | undefined): (typeof languages)[number] =>
  languages.find((one) => accepted?.toLowerCase().startsWith(one)) ?? 'zh';

/** What the page does: it starts failures, and shows and repairs what is out of order around a dock. */
const pageScript = (said: object, land: object): string => `const said = ${JSON.stringify(said)};
const out = document.getElementById('said');
const choice = document.getElementById('dock');
const land = ${JSON.stringify(land)};
const list = document.getElementById('land');
const ask = async (init) => {
  const sn = choice.value;
  if (!sn) return null;
  const answer = await fetch('/docks/' + encodeURIComponent(sn) + '/faults', init).catch(() => null);
  if (!answer?.ok || sn !== choice.value) return null;
  show(await answer.json());
  return answer;
};
const show = (faults) => list.replaceChildren(...faults.map((fault) => {
  const whole = fault.repairedAt !== null;
  const name = land.names[fault.kind] + ' · ' + land.metres.replace('{n}', fault.away);
  const [item, state, button] = [document.createElement('li'), document.createElement('p'), document.createElement('button')];
  item.id = fault.id;
  state.textContent = name + ' · ' + (whole ? land.whole : land.broken);
  button.type = 'button';
  button.textContent = whole ? land.breakAgain : land.repair;
  button.setAttribute('aria-label', button.textContent + ': ' + name);
  button.addEventListener('click', async () => {
    const done = await ask({ method: 'POST', body: JSON.stringify({ id: fault.id, repaired: !whole }) });
    if (!done) out.textContent = said.failed + ': ' + name;
  });
  item.append(state, button);
  return item;
}));
choice.addEventListener('change', () => void ask());
const look = async () => {
  const docks = await (await fetch('/docks')).json();
  choice.replaceChildren(...docks.map(({ sn }) => new Option(sn, sn, sn === choice.value, sn === choice.value)));
  if (docks.length === 0) out.textContent = said.none;
  return docks.length;
};
const wait = async () => { if (!(await look().catch(() => 0))) setTimeout(wait, 3000); else { out.textContent = ''; await ask(); } };
wait();
for (const button of document.querySelectorAll('[data-failure]'))
  button.addEventListener('click', async () => {
    const address = '/docks/' + encodeURIComponent(choice.value) + '/failures';
    const answer = await fetch(address, { method: 'POST', body: button.dataset.failure }).catch(() => null);
    out.textContent = (answer?.ok ? said.done : said.failed) + ': ' + button.textContent;
  });
`;

/** The page on which a person starts failures of simulated docks by their names, and repairs what is around them. */
export const controlPage = (language: (typeof languages)[number]): string => {
  const buttons = rehearsals
    .map(({ failure, words: named }) => {
      const body = JSON.stringify(failure).replaceAll('"', '&quot;');
      return `<li><button type="button" data-failure="${body}">${named[language]}</button></li>`;
    })
    .join('\n');
  const text = (word: keyof typeof texts): string => texts[word][language];
  const land = {
    names: Object.fromEntries(Object.entries(faultNames).map(([kind, named]) => [kind, named[language]])),
    metres: text('metres'),
    repair: text('repair'),
    breakAgain: text('breakAgain'),
    broken: text('broken'),
    whole: text('whole'),
  };
  const said = { none: text('none'), done: text('done'), failed: text('failed') };
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('title')}</title>
<style>
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; background: #0b161d; color: #e6edf2 }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: .5rem; padding: 0; list-style: none }
button, select { width: 100%; padding: .6rem; border: 1px solid #2a3b47; border-radius: 6px; background: #16242d; color: inherit; font: inherit; text-align: start }
</style>
<main>
<h1>${text('title')}</h1>
<p>${text('hint')}</p>
<label>${text('dock')} <select id="dock"></select></label>
<p id="said" role="status"></p>
<ul>
${buttons}
</ul>
<h2 id="land-title">${text('land')}</h2>
<p>${text('landHint')}</p>
<ul id="land" aria-labelledby="land-title"></ul>
</main>
<script>
${pageScript(said, land)}</script>
</html>
`;
};
