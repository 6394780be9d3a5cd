import type { Program } from '../Program.ts';

/**
 * The device APIs for a complete host app, as source code for Hermes, which has none of them: base64, pseudo-random numbers,
 * and servers with prepared responses.
 */
export function hermesDevice(device: NonNullable<Program['device']>): string {
  const { answers = {}, component, initialUrl, locale } = device;
  const texts = Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [call, JSON.stringify(answer)]),
  );
  return `(function (started, answers) {
    var DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', seed = 1;
    function btoa(bytes) {
      var text = '';
      for (var at = 0; at < bytes.length; at += 3) {
        var rest = bytes.length - at;
        var group = (bytes.charCodeAt(at) << 16) | ((rest > 1 ? bytes.charCodeAt(at + 1) : 0) << 8) | (rest > 2 ? bytes.charCodeAt(at + 2) : 0);
        text += DIGITS[group >> 18] + DIGITS[(group >> 12) & 63] + (rest > 1 ? DIGITS[(group >> 6) & 63] : '=') + (rest > 2 ? DIGITS[group & 63] : '=');
      }
      return text;
    }
    function atob(base64) {
      var bytes = [], held = 0, bits = 0;
      for (var at = 0; at < base64.length; at++) {
        var digit = DIGITS.indexOf(base64[at]);
        if (digit < 0) continue;
        held = ((held << 6) | digit) & 0xffffff;
        bits += 6;
        if (bits >= 8) { bits -= 8; bytes.push(String.fromCharCode((held >> bits) & 255)); }
      }
      return bytes.join('');
    }
    // Phones have it, but the Hermes that runs here is too old.
    function DateTimeFormat() {}
    DateTimeFormat.prototype.resolvedOptions = function () { return { locale: 'en-US', timeZone: 'UTC' }; };
    DateTimeFormat.prototype.format = function (date) { return new Date(date).toISOString(); };
    globalThis.Intl = globalThis.Intl || { DateTimeFormat: DateTimeFormat };
    return {
      component: started.component,
      initialUrl: started.initialUrl,
      locale: started.locale,
      request: function (json) {
        var asked = JSON.parse(json);
        var call = asked.method + ' ' + asked.url.replace(/[?#].*/, '');
        var answer = answers[call] || answers[call.replace(/[a-z]+:[/][/][^/]+/, '')];
        return answer ? Promise.resolve(answer) : Promise.reject(new Error(call + ' was not expected.'));
      },
      randomBase64: function (bytes) {
        var text = '';
        for (var at = 0; at < bytes; at++) {
          seed = (seed * 1103515245 + 12345) % 2147483648;
          text += String.fromCharCode((seed >> 16) & 255);
        }
        return btoa(text);
      },
      textOf: function (base64) { return decodeURIComponent(escape(atob(base64))); },
      atob: atob,
      btoa: btoa
    };
  })(${JSON.stringify({ component, initialUrl, locale })}, ${JSON.stringify(texts)})`;
}
