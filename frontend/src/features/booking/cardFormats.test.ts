import { describe, expect, it } from 'vitest';
import { formatCardNumber, formatExpiry, formatInPlace } from './cardFormats';

describe('§5.25 card fields help, and take everything', () => {
  it.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['1234567890123456789', '1234567890123456789'],
    ['carte', 'carte'],
  ])('card number %s', (typed, shown) => expect(formatCardNumber(typed)).toBe(shown));

  it.each([
    ['1', '1'],
    ['12', '12'],
    ['122', '12/2'],
    ['1229', '12/29'],
    ['12/29', '12/29'],
    ['12/2029', '12/29'],
    ['5', '05'],
    ['5/29', '05/29'],
    ['1/', '01/'],
    ['12/', '12/'],
    ['99/99', '99/99'],
    ['fin', 'fin'],
  ])('expiry %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown));

  it('keeps the caret behind the same digit', () => {
    const input = document.createElement('input');
    input.value = '42942424242';
    input.setSelectionRange(3, 3);
    formatInPlace(input, formatCardNumber);
    expect([input.value, input.selectionStart]).toEqual(['4294 2424 242', 3]);
    input.value = '424242424';
    input.setSelectionRange(6, 6);
    formatInPlace(input, formatCardNumber);
    expect([input.value, input.selectionStart]).toEqual(['4242 4242 4', 7]);
  });
});
