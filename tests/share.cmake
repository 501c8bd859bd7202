# Under sanitizers everything takes five to ten times as long, to compile as well as to run. Of the tests that compute long
# SIGPROP_TEST_SHARE=K/N builds and runs one share of N, chosen by the tests' names; tools/test.sh takes K from the commit, so that a run
# can be repeated and commits take turns. Empty: all.

set(SIGPROP_TEST_SHARE "" CACHE STRING "Of the tests that compute long only share K of N, as 0/3 (empty: all)")
if(NOT SIGPROP_TEST_SHARE MATCHES "^([0-9]+/[1-9][0-9]*)?$")
  message(FATAL_ERROR "SIGPROP_TEST_SHARE is K/N, two whole numbers as 0/3, or empty, not '${SIGPROP_TEST_SHARE}'")
endif()

# sigprop_in_share(<test's name> <result>)
function(sigprop_in_share name result)
  set(inside TRUE)
  if(SIGPROP_TEST_SHARE MATCHES "^([0-9]+)/([0-9]+)$")
    set(share ${CMAKE_MATCH_1})
    set(parts ${CMAKE_MATCH_2})
    string(SHA256 digest "${name}")
    string(SUBSTRING "${digest}" 0 12 digest)
    math(EXPR part "(0x${digest} - ${share}) % ${parts}")
    if(NOT part EQUAL 0)
      set(inside FALSE)
    endif()
  endif()
  set(${result} ${inside} PARENT_SCOPE)
endfunction()
