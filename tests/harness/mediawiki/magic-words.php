<?php
// The word of the Disambiguator extension, in every language.
$magicWords = [ 'en' => [ 'disambiguation' => [ 0, '__DISAMBIG__' ] ] ];
